/** The lists of sections, as named in the address. */
export const SECTION_LISTS = ['mine', 'anybody', 'review', 'all'] as const;
export type SectionList = (typeof SECTION_LISTS)[number];
