-- What the owner of a card took back of a payment by a dispute that is open or lost; a dispute may be about a part, and
-- what had gone back before is not taken twice.
ALTER TABLE payment ADD COLUMN disputed_amount bigint;
ALTER TABLE payment ADD CONSTRAINT payment_disputed CHECK (
  disputed_amount IS NULL OR (disputed_amount > 0 AND kind = 'CARD' AND status = 'FAILED'));
UPDATE payment SET disputed_amount = amount WHERE kind = 'CARD' AND status = 'FAILED' AND failure_code = 'charge_disputed';

-- The simulator knows how much is disputed; of old disputes all was.
ALTER TABLE card_simulator_intent ADD COLUMN dispute_amount bigint NOT NULL DEFAULT 0;
UPDATE card_simulator_intent SET dispute_amount = amount_received WHERE dispute IS NOT NULL;
