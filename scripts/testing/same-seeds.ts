import fc from 'fast-check';

// Every run has the same cases, so that a failure is never random; FUZZ_SEED tries others manually.
fc.configureGlobal({ seed: Number(process.env['FUZZ_SEED'] ?? 7) });
