import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Access, CallDefinition } from '#db/api/call-definition.ts';
import { readSignInRequest, type SignInRequest } from '#sync-server/auth/account-log.ts';
import { countAttempt, type Limit } from '#sync-server/auth/attempts.ts';
import { type ApiCall, type StreamRoute, streamRoute } from '#sync-server/http/api-route.ts';
import { checkAnswer, parseInput } from '#sync-server/http/parse.ts';

/** A call of an account route: parsed and counted, with the client's address and the response for cookies. */
interface AccountCall<A extends Access, B> extends Omit<ApiCall<A>, 'params' | 'query' | 'body'> {
  body: B;
  from: SignInRequest;
  request: Request;
  response: Response;
}

/**
 * Run work after the response is sent, so that its duration cannot reveal whether an address is known. Errors
 * are logged; the person can ask again.
 */
export class Afterwards {
  readonly answer: unknown;
  readonly work: () => Promise<unknown>;
  constructor(answer: unknown, work: () => Promise<unknown>) {
    this.answer = answer;
    this.work = work;
  }
}

interface AccountRow<A extends Access, B extends z.ZodType> {
  method: StreamRoute['method'];
  path: StreamRoute['path'];
  access: A;
  body: B;
  definition?: CallDefinition;
  limits(call: { from: SignInRequest; body: z.infer<B>; userId: string | null }): readonly Limit[];
  handler(call: AccountCall<A, z.infer<B>>): Promise<unknown>;
}

/** Declare a row of the account family: JSON in and out, with a rate limit. */
function accountRoute<const A extends Access, B extends z.ZodType>(row: AccountRow<A, B>): StreamRoute {
  const { method, path, access, definition } = row;
  return streamRoute({
    method,
    path,
    access,
    ...(definition ? { definition } : {}),
    handler: async (call, request, response) => {
      const body = parseInput(row.body, call.body ?? {});
      const from = readSignInRequest(request, call.entity);
      // Null on an open route for callers without a session.
      const userId = call.session ? call.session.userId : null;
      const { pool, now } = call.services;
      await countAttempt(pool, now(), row.limits({ from, body, userId }));
      const result = await row.handler({ ...call, body, from, request, response });
      checkAnswer(definition, result instanceof Afterwards ? result.answer : (result ?? { ok: true }));
      if (!(result instanceof Afterwards)) return void response.json(result ?? { ok: true });
      response.json(result.answer);
      await result
        .work()
        .catch((error: unknown) => call.logger.error({ err: error }, `${path} was not done`));
    },
  });
}

const NoBody = z.strictObject({});

/** Mount a declared call of the account family. */
export const serveAccountCall = <A extends Access, B extends z.ZodType = typeof NoBody>(
  definition: CallDefinition<A, undefined, undefined, B | undefined>,
  { limits, handler }: Pick<AccountRow<A, B>, 'limits' | 'handler'>,
): StreamRoute => {
  const { method, path, access } = definition;
  const body = definition.body ?? NoBody;
  return accountRoute({ method, path, access, body, definition, limits, handler });
};
