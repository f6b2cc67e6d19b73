import { ExpressAuth } from '@auth/express';
import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';
import { rateLimit } from 'express-rate-limit';
import { BUSINESS_ENTITIES, type BusinessEntity } from '#db/values/business-entity.ts';
import { type AuthServices, authConfig } from './auth-config.ts';

/** The `/api/auth` surface: session, csrf, providers, callback/credentials, signin, signout. Mount at `/api/auth`. */
export function authRouter(services: AuthServices): Router {
  const handlers = new Map<BusinessEntity, RequestHandler>(
    BUSINESS_ENTITIES.map((entity) => [entity, ExpressAuth(authConfig(services, entity))]),
  );
  const router = Router();
  router.post('/callback/credentials', limitGuessing());
  router.use(answerInJson, (req, res, next) => {
    handlers.get(services.entityOfHost(req.headers.host))?.(req, res, next);
  });
  return router;
}

// Version 4 clients post json=true and expect {"url"}; Auth.js 5 asks for a header instead (reference: libraries 3.1).
function answerInJson(req: Request, _res: Response, next: NextFunction): void {
  if (req.method === 'POST') req.headers['x-auth-return-redirect'] = '1';
  // Set here, so that a client cannot choose the address that the access log shows.
  req.headers['x-client-address'] = req.ip ?? '';
  next();
}

// Guessing is limited per address and account; only failures count, so a busy bench is never locked out.
const limitGuessing = (): RequestHandler =>
  rateLimit({
    windowMs: 15 * 60 * 1000,
    limit: 20,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    keyGenerator: (req) => `${req.ip}|${accountOf(req.body)}`,
    skipSuccessfulRequests: true,
    requestWasSuccessful: (_req, res) =>
      String(res.getHeader('set-cookie') ?? '').includes('session-token=ey'),
    validate: { keyGeneratorIpFallback: false },
    message: { error: 'Too many attempts. Wait 15 minutes and try again.', code: 'RATE_LIMITED' },
  });

const accountOf = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'email' in body
    ? String(body.email).toLowerCase().slice(0, 320)
    : '';
