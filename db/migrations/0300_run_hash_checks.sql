-- Whether the files of a run were copied whole: the comparison with the hashes that the instrument wrote.
ALTER TABLE batch_result ADD COLUMN hash_check jsonb;
