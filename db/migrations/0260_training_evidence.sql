-- The download and the deletion of a file look up whether it is the evidence of a training.
CREATE INDEX competence_file_id ON competence (file_id) WHERE file_id IS NOT NULL;
