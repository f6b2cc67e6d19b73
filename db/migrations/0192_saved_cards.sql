-- Brand and last four digits of the card of a payment, for its receipt.
ALTER TABLE payment ADD COLUMN card_brand text;
ALTER TABLE payment ADD COLUMN card_last4 text CHECK (card_last4 ~ '^\d{4}$');
