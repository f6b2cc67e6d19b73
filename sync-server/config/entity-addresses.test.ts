import { describe, expect, it } from 'vitest';
import { DEFAULT_LAB } from '#db/access/lab.ts';
import { DEFAULT_LABS, entityOfHost, parseEntityHosts, parseLabs } from './entity-addresses.ts';

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

describe('the labs', () => {
  it('serve both business entities by default, with the staff of the first', () => {
    expect(parseLabs(DEFAULT_LABS)).toEqual([DEFAULT_LAB]);
    expect(parseLabs('WBL=WBL;CLINIC=RESONANT')).toEqual([
      { id: 'WBL', home: 'WBL', entities: ['WBL'] },
      { id: 'CLINIC', home: 'RESONANT', entities: ['RESONANT'] },
    ]);
  });

  it('cannot be parsed when an entity is unknown, missing, or served twice', () => {
    expect(() => parseLabs('WBL=WBL,ACME')).toThrow('"WBL=WBL,ACME" is not LAB=ENTITY,…');
    expect(() => parseLabs('WBL=WBL')).toThrow('RESONANT must be served by exactly one lab');
    expect(() => parseLabs('WBL=WBL,RESONANT;R=RESONANT')).toThrow(
      'RESONANT must be served by exactly one lab',
    );
    expect(() => parseLabs('A=WBL;A=RESONANT')).toThrow('two labs have the same name');
  });
});
