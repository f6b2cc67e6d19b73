import type { Request } from 'express';
import type { BusinessEntity } from '#db/values/business-entity.ts';

/** The origin of a sign-in for limits and the access log; contains no secret. */
export interface SignInRequest {
  entity: BusinessEntity;
  ip: string;
  userAgent: string;
}

/** Return the origin of a request. */
export const readSignInRequest = (request: Request, entity: BusinessEntity): SignInRequest => ({
  entity,
  ip: request.ip ?? '',
  userAgent: request.get('user-agent') ?? '',
});
