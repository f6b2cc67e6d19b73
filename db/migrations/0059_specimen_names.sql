-- A manifest asks for each of its names whether an earlier order of the company has it.
CREATE INDEX specimen_customer_sample_id ON specimen (upper(customer_sample_id), entity);
