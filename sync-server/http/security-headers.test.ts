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

describe('the content security policy', () => {
  it('allows no other site without a real card processor', async () => {
    expect(await policyOf(false)).not.toContain('https:');
  });
  it("allows Stripe's card form where Stripe takes cards, and nothing else", async () => {
    const policy = await policyOf(true);
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval' https://js.stripe.com;");
    expect(policy).toContain("connect-src 'self' https://api.stripe.com;");
    expect(policy).toContain("frame-src 'self' blob: https://js.stripe.com https://hooks.stripe.com;");
    expect(policy.match(/https:/g)).toHaveLength(4);
  });
});
