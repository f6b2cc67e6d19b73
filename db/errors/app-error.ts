/**
 * Codes that the transport knows, with their HTTP status; a rule's own code (for example SLOT_OCCUPIED)
 * becomes 409.
 */
export const ERROR_STATUS = {
  BAD_REQUEST: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  TIMEOUT: 408,
  CONFLICT: 409,
  STALE_VERSION: 409,
  GENERATION_CHANGED: 410,
  TOO_LARGE: 413,
  VALIDATION: 422,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;

export type TransportCode = keyof typeof ERROR_STATUS;

/** An error of one field that a form can show beside its input. */
export interface ErrorIssue {
  path: string;
  message: string;
}

const isTransportCode = (code: string): code is TransportCode => Object.hasOwn(ERROR_STATUS, code);

/** The one error class of the product: `message` is shown to people with advice, `code` is for programs. */
export class AppError extends Error {
  readonly code: string;
  readonly status: number;
  readonly issues: readonly ErrorIssue[];
  /** When a retry makes sense; null when unknown. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: TransportCode | (string & {}),
    message: string,
    issues: readonly ErrorIssue[] = [],
    options: { retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = isTransportCode(code) ? ERROR_STATUS[code] : 409;
    this.issues = issues;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}

/** Return the error of a refusing rule: the operation changes nothing and the person reads the message. */
export const refuse = (code: string, message: string): AppError => new AppError(code, message);
