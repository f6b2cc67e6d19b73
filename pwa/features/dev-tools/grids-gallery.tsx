import { useState } from 'react';
import { Section } from '#pwa/ui/page.tsx';
import { BoxGrid, BoxLegend, type SlotContent, type SlotState } from '#pwa/ui/plate/box-grid.tsx';
import { positionsOf } from '#pwa/ui/plate/grid-position.ts';
import { PlateGrid, type WellContent } from '#pwa/ui/plate/plate-grid.tsx';

const PLATE = positionsOf({ rows: 8, columns: 12 });

function exampleWell(index: number): WellContent {
  if (index === 40)
    return { label: 'Positive control', tone: 'success', mark: '+', short: 'POS', fixed: true };
  if (index === 41)
    return { label: 'No template control', tone: 'neutral', mark: '−', short: 'NTC', fixed: true };
  const number = String(index + 1).padStart(2, '0');
  if (index === 9)
    return { label: `W26-00412-${number}, low volume`, tone: 'warning', mark: '!', short: `!${number}` };
  if (index === 17)
    return { label: `W26-00412-${number}, failed`, tone: 'danger', mark: '×', short: `×${number}` };
  return { label: `W26-00412-${number}`, tone: 'progress', short: number };
}

const START = new Map(PLATE.slice(0, 42).map((well, index) => [well, exampleWell(index)]));

function exampleSlots(): Map<string, SlotContent> {
  const special: Record<number, SlotState> = {
    4: 'reserved',
    13: 'conflict',
    22: 'quarantine',
    23: 'quarantine',
  };
  const names = positionsOf({ rows: 9, columns: 9 }).slice(0, 44);
  return new Map(
    names.map((name, index) => [
      name,
      { state: special[index] ?? 'occupied', label: `W26-00390-${index + 1}`, short: String(index + 1) },
    ]),
  );
}

const SLOTS = exampleSlots();

/** A plate whose wells can be rearranged, and a box whose positions can be selected. */
export function GridsGallery() {
  const [wells, setWells] = useState<ReadonlyMap<string, WellContent>>(START);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['B2']));
  const [place, setPlace] = useState<ReadonlySet<string>>(new Set());
  const swap = (from: string, to: string): void => {
    const next = new Map(wells);
    const [moved, other] = [wells.get(from), wells.get(to)];
    if (!moved || other?.fixed) return;
    next.set(to, moved);
    if (other) next.set(from, other);
    else next.delete(from);
    setWells(next);
    setSelected(new Set([to]));
  };
  return (
    <div className="grid gap-4 xl:grid-cols-[3fr_2fr]">
      <Section title="Plate">
        <PlateGrid
          label="Example plate"
          wells={wells}
          selected={selected}
          onSelect={setSelected}
          onMove={swap}
        />
      </Section>
      <Section title="Box">
        <div className="flex flex-col gap-3">
          <BoxGrid
            label="Example box"
            rows={9}
            columns={9}
            slots={SLOTS}
            selected={place}
            onSelect={setPlace}
          />
          <BoxLegend />
        </div>
      </Section>
    </div>
  );
}
