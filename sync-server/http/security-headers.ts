import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { hostName, isServedOverHttps } from '#sync-server/config/entity-addresses.ts';
import type { Env } from '#sync-server/config/env.ts';

/** Sources of Stripe's card form: scripts, requests and the frames of bank challenges. */
const STRIPE = {
  script: ['https://js.stripe.com'],
  connect: ['https://api.stripe.com'],
  frame: ['https://js.stripe.com', 'https://hooks.stripe.com'],
};
const NO_ORIGINS: typeof STRIPE = { script: [], connect: [], frame: [] };

/**
 * Headers of every response. `wasm-unsafe-eval` lets the second barcode decoder compile; `blob:` serves its
 * worker, previews and downloads; inline styles are allowed because label printing writes its page size into
 * a style element. Nothing loads from other sites, except Stripe's card form where Stripe is the card
 * processor.
 */
export function securityHeaders({ stripe }: { stripe: boolean }): RequestHandler {
  const { script, connect, frame } = stripe ? STRIPE : NO_ORIGINS;
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...script],
        workerSrc: ["'self'", 'blob:'],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...connect],
        manifestSrc: ["'self'"],
        frameSrc: ["'self'", 'blob:', ...frame],
        frameAncestors: ["'self'"],
        formAction: ["'self'"],
        objectSrc: ["'none'"],
      },
    },
    // `strictTransport` sends this header where a business entity is served over https.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  });
}

const YEAR_SECONDS = 31_536_000;

/** Pin browsers to https for a year on the hosts that are served over it. */
export const strictTransport =
  (env: Pick<Env, 'PUBLIC_URLS' | 'ENTITY_HOSTS' | 'PORT'>): RequestHandler =>
  (request, response, next) => {
    const entity = env.ENTITY_HOSTS.get(hostName(request.get('host') ?? ''));
    if (entity && isServedOverHttps(env, entity))
      response.setHeader('Strict-Transport-Security', `max-age=${YEAR_SECONDS}; includeSubDomains`);
    next();
  };

/** Grant the camera to the app and no other feature to anybody. */
export const permissionsPolicy: RequestHandler = (_request, response, next) => {
  response.setHeader('Permissions-Policy', 'camera=(self), microphone=(), geolocation=(), payment=()');
  next();
};

/** Forbid browsers and proxies to store responses of the API. */
export const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};
