import { z } from 'zod';
import type { Env } from '#sync-server/config/env.ts';
import {
  type LicenseQuery,
  type LicenseRegistry,
  manualReview,
  type RegistryFinding,
  RegistryUnavailable,
} from './license-registry.ts';

const TIMEOUT_MS = 10_000;
const MAX_CHARACTERS = 500_000;

const text = z.string().nullish();

/** The used part of the registry's response (NPPES, version 2.1). */
const Answer = z.object({
  results: z
    .array(
      z.object({
        number: z.union([z.string(), z.number()]),
        basic: z.object({ first_name: text, last_name: text, status: text }).loose(),
        taxonomies: z.array(z.object({ license: text, state: text, desc: text }).loose()).default([]),
        other_names: z.array(z.object({ first_name: text, last_name: text }).loose()).default([]),
      }),
    )
    .optional(),
  Errors: z.array(z.object({ description: text }).loose()).optional(),
});
type Provider = NonNullable<z.infer<typeof Answer>['results']>[number];

/** Reduce a text to letters and digits, so that O'Neil is ONEIL and MD-20 is MD20. */
const normalizeText = (value: string | null | undefined): string =>
  (value ?? '')
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();

/** Remove the letters and zeros that registries put before a license number. */
const normalizeLicenseNumber = (value: string | null | undefined): string =>
  normalizeText(value)
    .replace(/^[A-Z]+/, '')
    .replace(/^0+/, '') || normalizeText(value);

function isNamed({ basic, other_names }: Provider, { firstName, lastName }: LicenseQuery): boolean {
  return [basic, ...other_names].some(
    (name) =>
      normalizeText(name.last_name) === normalizeText(lastName) &&
      normalizeText(name.first_name).charAt(0) === normalizeText(firstName).charAt(0),
  );
}

function judge(provider: Provider, licenseQuery: LicenseQuery): RegistryFinding {
  const wrong = (message: string): RegistryFinding => ({ verdict: 'WRONG', message });
  if (normalizeText(provider.basic.status) !== 'A')
    return wrong('The registry says that this NPI is not active.');
  if (!isNamed(provider, licenseQuery))
    return wrong(
      'The registry knows this NPI under another name. Check the number and the name of the account.',
    );
  const inState = provider.taxonomies.filter(
    ({ license, state }) => license && normalizeText(state) === licenseQuery.state,
  );
  if (inState.length === 0)
    return {
      verdict: 'REVIEW',
      message: `The NPI is right; the registry lists no license in ${licenseQuery.state}.`,
    };
  if (
    !inState.some(
      ({ license }) => normalizeLicenseNumber(license) === normalizeLicenseNumber(licenseQuery.licenseNumber),
    )
  )
    return wrong(`The registry lists another license number in ${licenseQuery.state} for this NPI.`);
  return { verdict: 'RIGHT', message: 'Found in the registry: NPI, name, state and license number agree.' };
}

async function ask(address: URL): Promise<unknown> {
  let body: string;
  try {
    const answer = await fetch(address, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) throw new RegistryUnavailable(`The registry answers ${answer.status}.`);
    body = await answer.text();
  } catch (error) {
    if (error instanceof RegistryUnavailable) throw error;
    throw new RegistryUnavailable('The registry cannot be reached.');
  }
  try {
    if (body.length > MAX_CHARACTERS) throw new RegistryUnavailable('The registry answers too much.');
    return JSON.parse(body);
  } catch {
    throw new RegistryUnavailable('The registry answers something that cannot be read.');
  }
}

/**
 * A registry with the NPPES interface (`GET <url>?version=2.1&number=<npi>`). Only the NPI leaves the server;
 * name and license number are compared here.
 */
export const nppesRegistry = (url: string): LicenseRegistry => ({
  name: 'NPI registry',
  isConnected: true,
  async checkLicense(licenseQuery) {
    if (licenseQuery.npi === null || licenseQuery.designation === 'NON_LICENSED_PROVIDER')
      return {
        verdict: 'REVIEW',
        message: 'There is no NPI to ask the registry about. A reviewer looks it up.',
      };
    const address = new URL(url);
    address.searchParams.set('version', '2.1');
    address.searchParams.set('number', licenseQuery.npi);
    const parsed = Answer.safeParse(await ask(address));
    if (!parsed.success || (!parsed.data.results && !parsed.data.Errors))
      throw new RegistryUnavailable('The registry answers something that cannot be read.');
    const provider = parsed.data.results?.find(({ number }) => String(number) === licenseQuery.npi);
    if (!provider)
      return { verdict: 'WRONG', message: 'The registry does not know this NPI. Check the number.' };
    return judge(provider, licenseQuery);
  },
});

/** Return the configured registry, or manual review. */
export const registryOf = ({
  LICENCE_REGISTRY_URL: url,
}: Pick<Env, 'LICENCE_REGISTRY_URL'>): LicenseRegistry => (url ? nppesRegistry(url) : manualReview);
