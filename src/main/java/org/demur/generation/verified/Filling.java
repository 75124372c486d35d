package org.demur.generation.verified;

/** One choice for every place of a shape with tables and columns. */
record Filling(
        Ground ground,
        LiteralFilling.Choice literals,
        OperatorFilling.Choice operators,
        LookUpFilling.Choice lookUps,
        TimeFilling.Choice times) {
    Shape shape() {
        return ground.shape;
    }
}
