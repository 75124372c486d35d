CREATE TABLE demur_journal (
    sequence INTEGER PRIMARY KEY,
    written_at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL UNIQUE,
    about TEXT,
    content_digest TEXT NOT NULL,
    previous TEXT NOT NULL,
    hash TEXT NOT NULL,
    caller TEXT,
    content TEXT
) STRICT

CREATE INDEX demur_journal_caller ON demur_journal (caller, sequence) WHERE caller IS NOT NULL

CREATE INDEX demur_journal_about ON demur_journal (about, sequence) WHERE about IS NOT NULL

CREATE TRIGGER demur_journal_no_delete BEFORE DELETE ON demur_journal
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END

CREATE TRIGGER demur_journal_only_erase BEFORE UPDATE ON demur_journal
WHEN NOT (new.content IS NULL AND new.caller IS NULL AND new.sequence = old.sequence AND new.written_at = old.written_at
    AND new.kind = old.kind AND new.id = old.id AND new.about IS old.about AND new.content_digest = old.content_digest
    AND new.previous = old.previous AND new.hash = old.hash)
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END
