-- A credit note corrects an issued invoice; its amount counts through a payment row that names it.
CREATE TABLE credit_note (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  created_by_id text,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  deleted boolean NOT NULL DEFAULT false,
  entity text NOT NULL CHECK (entity IN ('WBL', 'RESONANT')),
  lab text NOT NULL DEFAULT current_lab(),
  credit_note_number text NOT NULL,
  invoice_id text NOT NULL REFERENCES invoice (id) DEFERRABLE INITIALLY DEFERRED,
  company_id text NOT NULL REFERENCES company (id) DEFERRABLE INITIALLY DEFERRED,
  amount bigint NOT NULL CHECK (amount > 0),
  reason text NOT NULL,
  issued_at timestamptz NOT NULL,
  voided boolean NOT NULL,
  void_reason text,
  pdf_file_id text REFERENCES s3_file (id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT credit_note_voided CHECK (voided = (void_reason IS NOT NULL))
);
CREATE UNIQUE INDEX credit_note_number ON credit_note (credit_note_number);
CREATE INDEX credit_note_invoice_id ON credit_note (invoice_id);
CREATE INDEX credit_note_company_id ON credit_note (company_id, issued_at);
CREATE INDEX credit_note_pdf_file_id ON credit_note (pdf_file_id);
CREATE TRIGGER stamp_lab BEFORE INSERT ON credit_note FOR EACH ROW WHEN (NEW.lab IS NULL)
  EXECUTE FUNCTION stamp_lab();

-- What was issued stays, and so does its PDF once it is stored.
CREATE FUNCTION credit_note_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.credit_note_number, NEW.invoice_id, NEW.company_id, NEW.entity, NEW.amount, NEW.reason, NEW.issued_at, NEW.deleted)
    IS DISTINCT FROM
     (OLD.credit_note_number, OLD.invoice_id, OLD.company_id, OLD.entity, OLD.amount, OLD.reason, OLD.issued_at, OLD.deleted)
    OR (OLD.voided AND NOT NEW.voided)
    OR (OLD.pdf_file_id IS NOT NULL AND NEW.pdf_file_id IS DISTINCT FROM OLD.pdf_file_id)
  THEN
    RAISE EXCEPTION 'Credit note % has been issued and cannot be changed.', OLD.credit_note_number;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER issued_stays BEFORE UPDATE ON credit_note FOR EACH ROW EXECUTE FUNCTION credit_note_stays();

-- A credit note had no number before; those of specimens that were not charged keep their rows as they are.
ALTER TABLE payment ADD COLUMN credit_note_id text REFERENCES credit_note (id) DEFERRABLE INITIALLY DEFERRED;
CREATE UNIQUE INDEX payment_credit_note_id ON payment (credit_note_id);

-- Invoices and credit notes are counted by themselves.
ALTER TABLE invoice_sequence ADD COLUMN series text NOT NULL DEFAULT 'INVOICE' CHECK (series IN ('INVOICE', 'CREDIT_NOTE'));
ALTER TABLE invoice_sequence ALTER COLUMN series DROP DEFAULT;
DROP INDEX invoice_sequence_year;
CREATE UNIQUE INDEX invoice_sequence_year ON invoice_sequence (year, entity, series);

-- The PDF of an issued invoice is stored once.
CREATE FUNCTION invoice_pdf_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The PDF of invoice % is stored and cannot be changed.', OLD.invoice_number;
END $$;
CREATE TRIGGER pdf_stays BEFORE UPDATE ON invoice FOR EACH ROW
  WHEN (OLD.pdf_file_id IS NOT NULL AND NEW.pdf_file_id IS DISTINCT FROM OLD.pdf_file_id)
  EXECUTE FUNCTION invoice_pdf_stays();
CREATE INDEX invoice_without_pdf ON invoice (issued_at) WHERE issued_at IS NOT NULL AND pdf_file_id IS NULL;
CREATE INDEX credit_note_without_pdf ON credit_note (issued_at) WHERE pdf_file_id IS NULL;

-- Adds a kind of email to those that the constraint lists, whichever migration changed it last.
DO $$
DECLARE
  listed text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'email_kind_check');
BEGIN
  ALTER TABLE email DROP CONSTRAINT email_kind_check;
  EXECUTE 'ALTER TABLE email ADD CONSTRAINT email_kind_check ' || replace(listed, 'ARRAY[', 'ARRAY[''CREDIT_NOTE''::text, ');
END $$;
