import { z } from 'zod';
import type { BusinessEntity } from '../values/business-entity.ts';

/** Kinds of customer organisation; CLINIC is offered only outside WBL. */
export const COMPANY_TYPES = ['COMPANY', 'UNIVERSITY', 'CLINIC', 'RESEARCH'] as const;
export const CompanyType = z.enum(COMPANY_TYPES);
export type CompanyType = z.infer<typeof CompanyType>;

/** The kinds of customers that a business entity has. */
export const companyTypesOf = (entity: BusinessEntity): readonly CompanyType[] =>
  COMPANY_TYPES.filter((type) => type !== 'CLINIC' || entity !== 'WBL');

/** How each is worded on the screens. */
export const COMPANY_TYPE: Record<CompanyType, string> = {
  COMPANY: 'Company',
  UNIVERSITY: 'University',
  CLINIC: 'Clinic',
  RESEARCH: 'Research',
};
