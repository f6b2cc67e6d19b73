import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { hostName } from '#sync-server/config/entity-hosts.ts';
import type { Env } from '#sync-server/config/env.ts';
import { isServedOverHttps } from '#sync-server/config/public-urls.ts';

/** Where Stripe's card form comes from, where it asks, and whose windows the banks' questions stand in. */
const STRIPE = {
  script: ['https://js.stripe.com'],
  connect: ['https://api.stripe.com'],
  frame: ['https://js.stripe.com', 'https://hooks.stripe.com'],
};
const NO_ORIGINS: typeof STRIPE = { script: [], connect: [], frame: [] };

/**
 * Headers of every answer. `wasm-unsafe-eval` lets the second barcode decoder compile; `blob:` serves its worker,
 * previews and downloads; styles may be inline because label printing writes its page size into a style element.
 * Nothing comes from elsewhere, but Stripe's card form where Stripe takes the cards.
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
    // Sent by `strictTransport` where a business unit is served over https.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  });
}

const YEAR_SECONDS = 31_536_000;

/** Holds browsers to https for a year at the hosts that are served over it. */
export const strictTransport =
  (env: Pick<Env, 'PUBLIC_URLS' | 'ENTITY_HOSTS' | 'PORT'>): RequestHandler =>
  (request, response, next) => {
    const entity = env.ENTITY_HOSTS.get(hostName(request.get('host') ?? ''));
    if (entity && isServedOverHttps(env, entity))
      response.setHeader('Strict-Transport-Security', `max-age=${YEAR_SECONDS}; includeSubDomains`);
    next();
  };

/** Grants the camera to the app itself and nothing else to anybody. */
export const permissionsPolicy: RequestHandler = (_request, response, next) => {
  response.setHeader('Permissions-Policy', 'camera=(self), microphone=(), geolocation=(), payment=()');
  next();
};

/** Answers of the API are never kept, neither by the browser nor on the way. */
export const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};
