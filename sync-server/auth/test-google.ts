import http from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** A person with an account at the Google provider of the tests. */
export interface GooglePerson {
  sub: string;
  email: string;
  email_verified: boolean;
  given_name: string;
  family_name: string;
}

/** A real local OpenID provider in place of Google; `person` is signed in there at once. */
export interface TestGoogle {
  issuer: string;
  person: GooglePerson;
  /** The last request to its authorization endpoint. */
  lastQuery: URLSearchParams;
  close(): Promise<void>;
}

export const CLIENT = { id: 'benchside', secret: 'a secret that only the tests know, 32+' };

/** Start it; `redirectUris` are the permitted redirect targets. */
export async function openTestGoogle(redirectUris: readonly string[]): Promise<TestGoogle> {
  const server = http.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const google: TestGoogle = {
    issuer,
    person: {
      sub: 'nobody',
      email: 'nobody@gmail.example',
      email_verified: true,
      given_name: 'No',
      family_name: 'Body',
    },
    lastQuery: new URLSearchParams(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code'],
      },
    ],
    cookies: { keys: ['only for tests'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'name'],
    },
    // Google puts the profile into the id token.
    conformIdTokenClaims: false,
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({
        ...google.person,
        sub,
        name: `${google.person.given_name} ${google.person.family_name}`,
      }),
    }),
    loadExistingGrant: async (ctx: {
      oidc: {
        client: { clientId: string };
        session: { accountId: string };
        provider: {
          Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<string> };
        };
      };
    }) => {
      const { client, session, provider: own } = ctx.oidc;
      const grant = new own.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    if (url.pathname === '/auth') google.lastQuery = url.searchParams;
    // Google lets the person choose an account; here there is only one.
    request.url = request.url?.replace('&prompt=select_account', '') ?? '/';
    if (!url.pathname.startsWith('/interaction/')) return void answer(request, response);
    const login = { login: { accountId: google.person.sub }, consent: {} };
    void provider.interactionFinished(request, response, login, { mergeWithLastSubmission: false });
  });
  return google;
}
