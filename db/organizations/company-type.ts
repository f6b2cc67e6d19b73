import { z } from 'zod';
import type { BusinessEntity } from '../values/business-entity.ts';

/** Kinds of customer organization; CLINIC exists only outside WBL. */
export const COMPANY_TYPES = ['COMPANY', 'UNIVERSITY', 'CLINIC', 'RESEARCH'] as const;
export const CompanyType = z.enum(COMPANY_TYPES);
export type CompanyType = z.infer<typeof CompanyType>;

/** List the kinds of customers that a business entity has. */
export const companyTypesOf = (entity: BusinessEntity): readonly CompanyType[] =>
  COMPANY_TYPES.filter((type) => type !== 'CLINIC' || entity !== 'WBL');

/** The screen text of each kind. */
export const COMPANY_TYPE: Record<CompanyType, string> = {
  COMPANY: 'Company',
  UNIVERSITY: 'University',
  CLINIC: 'Clinic',
  RESEARCH: 'Research',
};
