import { z } from 'zod';
import { LABEL_DPI, type LabelDpi } from '#db/labels/label-kind.ts';
import { BUSINESS_ENTITIES, type BusinessEntity } from '#db/values/business-entity.ts';
import { parseAcceleration } from '#sync-server/postgres/acceleration/parts.ts';
import {
  DEFAULT_ENTITY_HOSTS,
  DEFAULT_LABS,
  parseEntityHosts,
  parseLabs,
  parsePublicUrls,
} from './entity-addresses.ts';
import { parsePipelineUrl, parseWebhookSecret } from './pipeline-settings.ts';
import { parseRunFolders } from './run-folders.ts';

/** The public key of card payments per business entity; none until one is set. */
type CardPublicKeys = Readonly<Record<BusinessEntity, string | null>>;

/**
 * Parse `ENTITY=pk_…,…`; throws a plain Error that does not repeat the value, which could be a secret key.
 */
function parseCardPublicKeys(text: string): CardPublicKeys {
  const keys: Record<BusinessEntity, string | null> = { WBL: null, RESONANT: null };
  for (const part of text.split(',').map((piece) => piece.trim())) {
    if (part === '') continue;
    const [name, key = ''] = part.split('=');
    const entity = BUSINESS_ENTITIES.find((known) => known === name);
    if (!entity || !/^pk_[\w-]+$/.test(key))
      throw new Error('is not ENTITY=pk_…; only public keys belong here');
    keys[entity] = key;
  }
  return keys;
}

/** A text per business entity; none until one is set. */
type EntityTexts = Readonly<Record<BusinessEntity, string | null>>;

/** Parse `ENTITY=text|ENTITY=text`; throws a plain Error that names the wrong entity. */
function parseEntityTexts(text: string): EntityTexts {
  const texts: Record<BusinessEntity, string | null> = { WBL: null, RESONANT: null };
  for (const part of text.split('|').map((piece) => piece.trim())) {
    if (part === '') continue;
    const [name, value = ''] = part.split(/=(.*)/s).map((piece) => piece.trim());
    const entity = BUSINESS_ENTITIES.find((known) => known === name);
    if (!entity || value === '') throw new Error(`is not ENTITY=text|ENTITY=text at "${name}"`);
    texts[entity] = value;
  }
  return texts;
}

const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** Parse `a.example,b.example`; throws a plain Error that names the wrong part. */
function parseDomains(text: string): readonly string[] {
  const domains = text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '');
  const wrong = domains.find((domain) => !DOMAIN.test(domain));
  if (wrong) throw new Error(`"${wrong}" is not a domain`);
  return domains;
}

/** The email domains of staff; three according to the specification. */
const DEFAULT_STAFF_DOMAINS = 'wbl.example,resonant.example,benchside.example';

/** Report whether an address belongs to staff, whose accounts are created by invitation. */
export const isStaffAddress = (email: string, domains: readonly string[]): boolean =>
  domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());

/** Transport of emails; the outbox on disk if no server is named. */
const SmtpUrl = z
  .string()
  .regex(/^smtps?:\/\/[^\s/]+\/?(\?\S*)?$/, 'must begin with smtp:// or smtps:// and name a host')
  .optional();

/** The printer of a lab without printers; always available. */
export const STUB_PRINTER = 'stub';

/** The network address of a label printer. */
export interface PrinterAddress {
  name: string;
  host: string;
  port: number;
  dpi: LabelDpi;
}

const PRINTER = /^([\w .-]{1,60})=([^:/\s]+)(?::(\d{1,5}))?\/(\d{3})$/;

const parseAddress = (part: string): PrinterAddress => {
  const [, name, host, port, resolution] = PRINTER.exec(part) ?? [];
  const dpi = LABEL_DPI.find((known) => String(known) === resolution);
  if (!name || !host || !dpi)
    throw new Error(`"${part}" is not name=host:port/dpi, for example bench-1=10.0.0.5:9100/203`);
  return { name, host, port: port ? Number(port) : 9100, dpi };
};

/** Parse `name=host:port/dpi,…`; throws a plain Error that names the wrong part. */
export function parsePrinterAddresses(text: string): readonly PrinterAddress[] {
  const all = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseAddress);
  const names = [STUB_PRINTER, ...all.map(({ name }) => name)];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`two printers are named ${twice}`);
  return all;
}

const SITE_VARIANTS = ['lab-services', 'clinical'] as const;
const DEFAULT_VARIANTS = 'WBL=lab-services,RESONANT=clinical';

/** Turn a parser that throws plain errors into a zod transform with the same text. */
const parsedBy = <T>(parse: (text: string) => T) =>
  z.string().transform((text, context) => {
    try {
      return parse(text);
    } catch (error) {
      context.addIssue({
        code: 'custom',
        message: error instanceof Error ? error.message : 'is not readable',
      });
      return z.NEVER;
    }
  });

function parseVariants(text: string) {
  const entries = `${DEFAULT_VARIANTS},${text}`.split(',').filter((part) => part.trim() !== '');
  const variants = { WBL: 'lab-services', RESONANT: 'clinical' } as Record<
    (typeof BUSINESS_ENTITIES)[number],
    (typeof SITE_VARIANTS)[number]
  >;
  for (const entry of entries) {
    const [name, value] = entry.split('=').map((piece) => piece.trim());
    const entity = BUSINESS_ENTITIES.find((known) => known === name);
    const variant = SITE_VARIANTS.find((known) => known === value);
    if (!entity || !variant)
      throw new Error(`"${entry}" is not ENTITY=VARIANT; variants are ${SITE_VARIANTS.join(' and ')}`);
    variants[entity] = variant;
  }
  return variants;
}

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

const PostgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
  .optional();

const EnvSchema = z
  .object({
    NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
    PORT: z.coerce.number('is not a port number').int().min(0).max(65_535).default(3000),
    HOST: z.string().min(1).default('127.0.0.1'),
    DATA_DIR: z.string().min(1).default('./data'),
    /** Connection string of the application role. */
    DATABASE_URL: PostgresUrl,
    /**
     * Connection string of the role that owns the tables and migrates; without it the application role
     * migrates.
     */
    MIGRATION_DATABASE_URL: PostgresUrl,
    DEMO: z.enum(['0', '1'], 'is 1 (load the demo lab) or 0 (never)').optional(),
    SIMULATORS: z.enum(['0', '1'], 'is 1 (simulate cards and carriers) or 0 (never)').optional(),
    ENTITY_HOSTS: parsedBy(parseEntityHosts).prefault(DEFAULT_ENTITY_HOSTS),
    /** The labs and the business entities that their benches serve: `LAB=ENTITY,ENTITY;LAB=ENTITY`. */
    LAB_SERVES: parsedBy(parseLabs).prefault(DEFAULT_LABS),
    SITE_VARIANT: parsedBy(parseVariants).prefault(DEFAULT_VARIANTS),
    AUTH_SECRET: z
      .string()
      .min(32, 'needs at least 32 characters, for example from "openssl rand -base64 33"')
      .optional(),
    /** Public URL of each business entity for links in emails: `WBL=https://lab.example,…`. */
    PUBLIC_URLS: parsedBy(parsePublicUrls).prefault(''),
    SMTP_URL: SmtpUrl,
    MAIL_FROM: z.email('is not an email address').optional(),
    STAFF_EMAIL_DOMAINS: parsedBy(parseDomains).prefault(DEFAULT_STAFF_DOMAINS),
    GOOGLE_CLIENT_ID: z.string().min(1).optional(),
    GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
    GOOGLE_ISSUER: z.url('is not an address').default('https://accounts.google.com'),
    /** A clinician registry with the NPPES interface; without it reviewers look up licenses themselves. */
    LICENCE_REGISTRY_URL: z.url({ protocol: /^https?$/, error: 'is not an http address' }).optional(),
    /** The public keys of card payments: `WBL=pk_…,RESONANT=pk_…`. */
    CARD_PUBLIC_KEYS: parsedBy(parseCardPublicKeys).prefault(''),
    /** Bank account that invoices name, with a semicolon between its lines. */
    BANK_ACCOUNTS: parsedBy(parseEntityTexts).prefault(''),
    /** Tax number that invoices name. */
    TAX_IDS: parsedBy(parseEntityTexts).prefault(''),
    /** With both, Stripe takes cards; otherwise a simulator takes test cards only. */
    STRIPE_SECRET_KEY: z
      .string()
      .regex(/^(sk|rk)_[\w-]+$/, 'is not a secret key of Stripe (sk_… or rk_…)')
      .optional(),
    STRIPE_WEBHOOK_SECRET: z
      .string()
      .regex(/^whsec_[\w+/=-]+$/, 'is not a webhook secret of Stripe (whsec_…)')
      .optional(),
    /** With both, files are stored in Supabase Storage; otherwise on the server's disk under DATA_DIR. */
    SUPABASE_URL: z.url({ protocol: /^https?$/, error: 'is not an http address' }).optional(),
    SUPABASE_SERVICE_KEY: z.string().min(20, 'is not a service key of Supabase').optional(),
    /** A clamd that scans files in addition to the built-in checks: `tcp://127.0.0.1:3310`. */
    CLAMD_URL: z.url({ protocol: /^tcp$/, error: 'is not tcp://HOST:PORT' }).optional(),
    /** With both, labels are bought from the carriers behind EasyPost; otherwise from simulated ones. */
    EASYPOST_API_KEY: z.string().min(10, 'is not a key of EasyPost').optional(),
    EASYPOST_WEBHOOK_SECRET: z.string().min(16, 'needs at least 16 characters').optional(),
    EASYPOST_URL: z
      .url({ protocol: /^https?$/, error: 'is not an http address' })
      .default('https://api.easypost.com'),
    /** With both, analyses are sent to a pipeline as signed webhooks; otherwise people enter their figures. */
    ANALYSIS_URL: parsedBy(parsePipelineUrl).optional(),
    ANALYSIS_SECRET: parsedBy(parseWebhookSecret).optional(),
    PRINTERS: parsedBy(parsePrinterAddresses).prefault(''),
    /** The folders in which sequencers put their runs, on a disk that the server reads. */
    RUN_FOLDERS: parsedBy(parseRunFolders).prefault(''),
    /** How long no file of a run folder may have changed before it is read. */
    RUN_IDLE_MINUTES: z.coerce.number().int().min(1).max(1440).default(10),
    LAB_TIMEZONE: z
      .string()
      .refine(isTimeZone, 'is not a time zone, for example America/New_York')
      .default('America/New_York'),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    OFFLINE_HOURS: z.coerce
      .number()
      .int()
      .min(1)
      .max(24 * 30)
      .default(72),
    /**
     * How many devices a person may enroll on one day unless an administrator sets another number: 3, in the
     * demo lab any.
     */
    DEVICES_PER_DAY: z.coerce.number().int().min(1).max(1_000).optional(),
    /** The parts of `postgres/acceleration` to leave out, for finding faults and for measuring: names, or `all`. */
    ACCELERATION_OFF: parsedBy(parseAcceleration).prefault(''),
    TRUST_PROXY: z.enum(['0', '1']).default('0'),
  })
  .refine(
    ({ STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret }) =>
      (key === undefined) === (secret === undefined),
    {
      path: ['STRIPE_WEBHOOK_SECRET'],
      message: 'and STRIPE_SECRET_KEY are set together or not at all',
    },
  )
  .refine(
    ({ EASYPOST_API_KEY: key, EASYPOST_WEBHOOK_SECRET: secret }) =>
      (key === undefined) === (secret === undefined),
    {
      path: ['EASYPOST_WEBHOOK_SECRET'],
      message: 'and EASYPOST_API_KEY are set together or not at all',
    },
  )
  .refine(
    ({ DATABASE_URL, MIGRATION_DATABASE_URL }) =>
      DATABASE_URL !== undefined || MIGRATION_DATABASE_URL === undefined,
    {
      path: ['MIGRATION_DATABASE_URL'],
      message: 'is of no use without DATABASE_URL, which is for the role of the application',
    },
  )
  .refine(
    ({ ANALYSIS_URL: url, ANALYSIS_SECRET: secret }) => (url === undefined) === (secret === undefined),
    {
      path: ['ANALYSIS_SECRET'],
      message: 'and ANALYSIS_URL are set together or not at all',
    },
  )
  .refine(({ SUPABASE_URL: url, SUPABASE_SERVICE_KEY: key }) => (url === undefined) === (key === undefined), {
    path: ['SUPABASE_SERVICE_KEY'],
    message: 'and SUPABASE_URL are set together or not at all',
  });

/** All variables that the server reads; `.env.example` and `compose.yaml` name exactly these. */
export const ENV_VARIABLES: readonly string[] = Object.keys(EnvSchema.shape);

/** The server's settings, parsed once at start. */
export type Env = z.infer<typeof EnvSchema>;

/** Parse the environment; throws one Error that names every wrong variable. */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const result = EnvSchema.safeParse(filled);
  if (result.success) return result.data;
  throw new Error(result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; '));
}
