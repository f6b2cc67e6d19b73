-- Who orders in a campaign may ask for collection kits; its sponsor may pay for each.
ALTER TABLE "order" ADD COLUMN kit_count integer;
ALTER TABLE "order" ADD COLUMN kit_temperature text
  CHECK (kit_temperature IN ('AMBIENT', 'REFRIGERATED', 'FROZEN', 'DRY_ICE'));
ALTER TABLE campaign ADD COLUMN kit_fee bigint;
-- Kits that the lab has still to send are few among all packages.
CREATE INDEX shipment_kits_to_send ON shipment (entity, order_id)
  WHERE direction = 'KIT_OUT' AND status IN ('NOT_STARTED', 'FAILED', 'RETURNED') AND NOT deleted;
