const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
];

const matchName = (list: typeof BROWSERS, userAgent: string, otherwise: string): string =>
  list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? otherwise;

/** Name a device for the list of devices until a user renames it: `Chrome on Android`. */
export const deviceName = (userAgent: string): string =>
  `${matchName(BROWSERS, userAgent, 'Browser')} on ${matchName(SYSTEMS, userAgent, 'a device')}`;
