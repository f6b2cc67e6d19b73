import type { Env } from '#sync-server/config/env.ts';
import { manualReview } from './manual-review.ts';
import { nppesRegistry } from './nppes-registry.ts';
import type { LicenseRegistry } from './port.ts';

/** Return the configured registry, or manual review. */
export const registryOf = ({
  LICENCE_REGISTRY_URL: url,
}: Pick<Env, 'LICENCE_REGISTRY_URL'>): LicenseRegistry => (url ? nppesRegistry(url) : manualReview);
