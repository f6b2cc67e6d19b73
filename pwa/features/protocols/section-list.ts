/** The lists of sections, as they stand in the address. */
export const SECTION_LISTS = ['mine', 'anybody', 'review', 'all'] as const;
export type SectionList = (typeof SECTION_LISTS)[number];
