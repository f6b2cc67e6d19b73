import type { Request } from 'express';
import type { BusinessEntity } from '#db/values/business-entity.ts';

/** Who asks, for limits and the access log; never a secret. */
export interface SignInRequest {
  entity: BusinessEntity;
  ip: string;
  userAgent: string;
}

/** Where a request comes from. */
export const readSignInRequest = (request: Request, entity: BusinessEntity): SignInRequest => ({
  entity,
  ip: request.ip ?? '',
  userAgent: request.get('user-agent') ?? '',
});
