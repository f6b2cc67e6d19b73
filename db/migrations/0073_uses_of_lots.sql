-- A lot that is quarantined late is looked for in what was recorded meanwhile (domain 5.11, case 26).
CREATE INDEX field_value_inventory_item_id ON field_value (inventory_item_id) WHERE inventory_item_id IS NOT NULL;
