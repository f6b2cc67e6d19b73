import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Where Stripe's card form comes from, where it asks, and whose windows the banks' questions stand in. */
const STRIPE = {
  script: ['https://js.stripe.com'],
  connect: ['https://api.stripe.com'],
  frame: ['https://js.stripe.com', 'https://hooks.stripe.com'],
};
const NOBODY: typeof STRIPE = { script: [], connect: [], frame: [] };

/**
 * Headers of every answer. `wasm-unsafe-eval` lets the second barcode decoder compile; `blob:` serves its worker,
 * previews and downloads; styles may be inline because label printing writes its page size into a style element.
 * Nothing comes from elsewhere, but Stripe's card form where Stripe takes the cards.
 */
export function securityHeaders({ stripe }: { stripe: boolean }): RequestHandler {
  const { script, connect, frame } = stripe ? STRIPE : NOBODY;
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
    // The lab's own network may serve plain http; whoever terminates https sets this header there.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  });
}

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
