-- The message with which a pipeline reported the result of an analysis (domain-lab 16): a message counts once, so
-- that it may arrive again without effect and cannot be replayed on another run.
ALTER TABLE analysis_run ADD COLUMN result_message_id text;
CREATE UNIQUE INDEX analysis_run_result_message_id ON analysis_run (result_message_id);
