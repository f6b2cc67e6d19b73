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

/** What a manager reads in the list of devices until somebody gives it a better name: `Chrome on Android`. */
export const deviceName = (userAgent: string): string =>
  `${matchName(BROWSERS, userAgent, 'Browser')} on ${matchName(SYSTEMS, userAgent, 'a device')}`;
