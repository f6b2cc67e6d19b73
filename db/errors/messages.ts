/** The specification's texts (section 8), word for word, by the name under which code asks for them. */
export const MESSAGES = {
  unknownError: 'An unknown error occurred. Please try again.',
  fixForm: 'Please fix the form errors and try again.',
  invalidPlateLocation: 'Invalid plate location',
  invalidHost: 'Invalid host',
  hostNotDefined: 'Host is not defined',
  invalidEntity: 'Invalid entity',
  forbidden: 'You do not have permission to perform this action.',
  signInFirst: 'Sign in to continue.',
  notFound: 'Not found.',
  reasonRequired: 'A reason is required.',
  emailTaken: 'An account with this email already exists.',
  staffInvitation: 'Use your staff invitation.',
  inviteSent: 'Invite email sent successfully',
} as const;
