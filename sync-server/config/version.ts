import { readFileSync } from 'node:fs';
import { z } from 'zod';

const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** The version of package.json, as the health route reports it. */
export const APP_VERSION = z.object({ version: z.string() }).parse(manifest).version;
