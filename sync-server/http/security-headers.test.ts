import express from 'express';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { securityHeaders } from './security-headers.ts';

async function policyOf(stripe: boolean): Promise<string> {
  const app = express().use(securityHeaders({ stripe }));
  app.get('/', (_request, response) => void response.send(''));
  const { headers } = await request(app).get('/');
  return String(headers['content-security-policy']);
}

describe('what a page may load', () => {
  it('is nothing from elsewhere where no card processor takes cards', async () => {
    expect(await policyOf(false)).not.toContain('https:');
  });
  it('is the card form of Stripe where Stripe takes the cards, and nothing else', async () => {
    const policy = await policyOf(true);
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval' https://js.stripe.com;");
    expect(policy).toContain("connect-src 'self' https://api.stripe.com;");
    expect(policy).toContain("frame-src 'self' blob: https://js.stripe.com https://hooks.stripe.com;");
    expect(policy.match(/https:/g)).toHaveLength(4);
  });
});
