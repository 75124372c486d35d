CREATE TABLE demur_journal (
    sequence BIGINT PRIMARY KEY,
    written_at BIGINT NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL UNIQUE,
    about TEXT,
    content_digest TEXT NOT NULL,
    previous TEXT NOT NULL,
    hash TEXT NOT NULL,
    caller TEXT,
    content TEXT
)

CREATE INDEX demur_journal_caller ON demur_journal (caller, sequence) WHERE caller IS NOT NULL

CREATE INDEX demur_journal_about ON demur_journal (about, sequence) WHERE about IS NOT NULL

CREATE FUNCTION demur_journal_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the journal is append-only';
END $$

CREATE TRIGGER demur_journal_no_delete BEFORE DELETE ON demur_journal
FOR EACH ROW EXECUTE FUNCTION demur_journal_append_only()

CREATE TRIGGER demur_journal_no_truncate BEFORE TRUNCATE ON demur_journal
FOR EACH STATEMENT EXECUTE FUNCTION demur_journal_append_only()

CREATE TRIGGER demur_journal_only_erase BEFORE UPDATE ON demur_journal FOR EACH ROW
WHEN (NOT (new.content IS NULL AND new.caller IS NULL AND new.sequence = old.sequence AND new.written_at = old.written_at
    AND new.kind = old.kind AND new.id = old.id AND new.about IS NOT DISTINCT FROM old.about
    AND new.content_digest = old.content_digest AND new.previous = old.previous AND new.hash = old.hash))
EXECUTE FUNCTION demur_journal_append_only()
