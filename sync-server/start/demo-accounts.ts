import { ROLES } from '#db/access/roles.ts';

const kebab = (name: string): string => name.toLowerCase().replaceAll('_', '-');

/** Text shown after the first start: the demo accounts, their password and PIN. */
export function demoAccountLines(port: number): string[] {
  const address = { WBL: `http://localhost:${port}`, RESONANT: `http://resonant.localhost:${port}` };
  return [
    'Demo accounts, password demo-password-1, signing PIN 246810:',
    `  <role>@wbl.example on ${address.WBL}`,
    `  <role>@resonant.example on ${address.RESONANT}`,
    'where <role> is one of',
    ...ROLES.map((role) => `  ${kebab(role)}`),
  ];
}
