import { describe, expect, it } from 'vitest';
import { entityOfHost, parseEntityHosts } from './entity-addresses.ts';

const hosts = parseEntityHosts('localhost=WBL, Lab.Example = RESONANT');

describe('the business entity of a host', () => {
  it.each([
    ['localhost', 'WBL'],
    ['localhost:3000', 'WBL'],
    ['LAB.example:443', 'RESONANT'],
    ['lab.example.', 'RESONANT'],
  ])('of %s is %s', (host, entity) => {
    expect(entityOfHost(host, hosts)).toBe(entity);
  });

  it('is undefined for any other host', () => {
    expect(() => entityOfHost('evil.example', hosts)).toThrow('Invalid host');
    expect(() => entityOfHost('localhost.evil.example', hosts)).toThrow('Invalid host');
    expect(() => entityOfHost('localhost:99999999', hosts)).toThrow('Invalid host');
    expect(() => entityOfHost(undefined, hosts)).toThrow('Host is not defined');
    expect(() => entityOfHost('', hosts)).toThrow('Host is not defined');
  });

  it('cannot be parsed from a list with a mistake', () => {
    expect(() => parseEntityHosts('localhost=ACME')).toThrow('"localhost=ACME" is not host=ENTITY');
    expect(() => parseEntityHosts(' , ')).toThrow('name at least one host');
  });
});
