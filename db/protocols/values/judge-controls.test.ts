import { describe, expect, it } from 'vitest';
import { fieldApplies } from '#db/protocols/field.ts';
import { failsControl } from './judge-controls.ts';

const range = { qcMin: '2', qcMax: '50' };

describe('controls on a plate', () => {
  it('a positive control fails outside the range that samples must meet', () => {
    expect(failsControl(range, 'POSITIVE_CONTROL', '1.9')).toBe(true);
    expect(failsControl(range, 'POSITIVE_CONTROL', '2')).toBe(false);
    expect(failsControl(range, 'POSITIVE_CONTROL', '51')).toBe(true);
  });
  it('a negative or no-template control fails when it has as much as a sample needs', () => {
    expect(failsControl(range, 'NEGATIVE_CONTROL', '0')).toBe(false);
    expect(failsControl(range, 'NO_TEMPLATE_CONTROL', '1.99')).toBe(false);
    expect(failsControl(range, 'NEGATIVE_CONTROL', '2')).toBe(true);
    expect(failsControl({ qcMin: null, qcMax: '0.5' }, 'NO_TEMPLATE_CONTROL', '0.6')).toBe(true);
  });
  it('a control without a measurement does not fail', () => {
    expect(failsControl(range, 'POSITIVE_CONTROL', null)).toBe(false);
  });
  it('a control needs no tube scan', () => {
    const tube = { type: 'BARCODE', barcodeType: 'SAMPLE' } as const;
    expect(fieldApplies(tube, { control: { id: 'c' } })).toBe(false);
    expect(fieldApplies(tube, { control: null })).toBe(true);
    expect(fieldApplies({ type: 'BARCODE', barcodeType: 'DNA_BARCODE' }, { control: { id: 'c' } })).toBe(
      true,
    );
  });
});
