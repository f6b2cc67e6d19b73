-- More collection kits may be sent with an order: each parcel says how many are in it.
ALTER TABLE shipment ADD COLUMN kit_count integer;
