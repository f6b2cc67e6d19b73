import { z } from 'zod';

/** Kinds of customer organisation; CLINIC is offered only outside WBL. */
export const COMPANY_TYPES = ['COMPANY', 'UNIVERSITY', 'CLINIC', 'RESEARCH'] as const;
export const CompanyType = z.enum(COMPANY_TYPES);
export type CompanyType = z.infer<typeof CompanyType>;

/** How each is worded on the screens. */
export const COMPANY_TYPE: Record<CompanyType, string> = {
  COMPANY: 'Company',
  UNIVERSITY: 'University',
  CLINIC: 'Clinic',
  RESEARCH: 'Research',
};
