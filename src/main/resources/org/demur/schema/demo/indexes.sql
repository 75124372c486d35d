CREATE INDEX plot_by_grower ON plot (grower_id);
CREATE INDEX planting_by_plot ON planting (plot_id);
CREATE INDEX delivery_by_grower ON delivery (grower_id);
CREATE INDEX purchase_by_grower ON purchase (grower_id);
CREATE INDEX application_by_plot ON application (plot_id);
CREATE INDEX measurement_by_plot ON measurement (plot_id);
CREATE INDEX visit_by_grower ON visit (grower_id);
