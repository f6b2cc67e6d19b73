import { useState } from 'react';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { Bars } from './bars.tsx';
import { PrintOnce } from './print-once.tsx';
import type { PrintSheet, SheetMap, SheetTable } from './print-sheet.ts';

/**
 * The CSS page rules of all sheets: the printer's own paper, A4 or Letter, black on white. Widths are parts of
 * the page, so that a sheet fits both.
 */
const SHEET_STYLE = [
  '@page { margin: 12mm; @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 9pt Arial, sans-serif; } }',
  'html, body { background: #fff !important; }',
  '.sheet { color: #000; font-family: Arial, "Liberation Sans", sans-serif; font-size: 9.5pt; }',
  '.sheet header { display: flex; justify-content: space-between; gap: 8mm; border-bottom: 0.4mm solid #000; padding-bottom: 3mm; margin-bottom: 4mm; }',
  '.sheet h1 { font-size: 16pt; font-weight: 700; margin: 2mm 0 0; }',
  '.sheet h2 { font-size: 11pt; font-weight: 700; margin: 5mm 0 1mm; break-after: avoid; }',
  '.sheet dl { display: grid; grid-template-columns: repeat(4, 1fr); gap: 2mm 4mm; margin: 0 0 3mm; }',
  '.sheet dt { font-size: 8pt; color: #444; }',
  '.sheet dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }',
  '.sheet table { width: 100%; border-collapse: collapse; }',
  '.sheet thead { display: table-header-group; }',
  '.sheet tr { break-inside: avoid; }',
  '.sheet th { text-align: left; border-bottom: 0.4mm solid #000; padding: 1mm 1.5mm; }',
  '.sheet td { border-bottom: 0.2mm solid #888; padding: 1mm 1.5mm; height: 6mm; overflow-wrap: anywhere; }',
  '.sheet .map { table-layout: fixed; break-inside: avoid; }',
  '.sheet .map td { border: 0.2mm solid #888; text-align: center; white-space: pre-line; font-size: 6.5pt; line-height: 1.15; padding: 0.4mm; height: 11mm; }',
  '.sheet .map th { border: 0; text-align: center; font-size: 8pt; padding: 0.5mm; }',
  '.sheet .map td.first { border-top: 1mm solid #000; border-left: 1mm solid #000; }',
  '.sheet .sign { display: grid; grid-template-columns: 1fr 1fr; gap: 12mm 8mm; margin-top: 14mm; break-inside: avoid; }',
  '.sheet .sign span { border-top: 0.3mm solid #000; padding-top: 1mm; font-size: 8pt; }',
  '.sheet .number { padding-left: 3mm; font-weight: 700; }',
].join('\n');

const rowName = (row: number): string => String.fromCharCode(65 + row);

/** The map of a plate or box; the thick corner is A1. */
function PositionMap({ map }: { map: SheetMap }) {
  const columns = Array.from({ length: map.columns }, (_, at) => at + 1);
  return (
    <table className="map">
      <thead>
        <tr>
          <th style={{ width: '5mm' }} />
          {columns.map((column) => (
            <th key={column}>{column}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: map.rows }, (_, row) => (
          <tr key={rowName(row)}>
            <th>{rowName(row)}</th>
            {columns.map((column) => {
              const position = `${rowName(row)}${column}`;
              return (
                <td key={column} className={position === 'A1' ? 'first' : ''}>
                  {map.cells.get(position)?.join('\n')}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Table({ table }: { table: SheetTable }) {
  return (
    <>
      <h2>{table.title}</h2>
      <table>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column}>{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((cells) => (
            <tr key={cells.join('|')}>
              {cells.map((cell, at) => (
                <td key={table.columns[at]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** A sheet of paper of one record: the entity's logo, the number as barcode, and its content. */
export function SheetPage({ sheet }: { sheet: PrintSheet }) {
  const { entity, title, number, name } = sheet;
  const [printedAt] = useState(() => new Date());
  return (
    <div className="sheet">
      <header>
        <div>
          <img
            src={`/entities/${entity.toLowerCase()}.svg`}
            alt={ENTITY_PROFILE[entity].displayName}
            style={{ height: '9mm' }}
          />
          <h1>{`${title} ${number}`}</h1>
          {name && <div>{name}</div>}
          <div>{`Printed ${formatDate(printedAt, 'monthDayAtTime')}`}</div>
        </div>
        <div>
          <Bars text={number} heightMm={12} />
          <div className="number">{number}</div>
        </div>
      </header>
      {sheet.facts.length > 0 && (
        <dl>
          {sheet.facts.map((fact) => (
            <div key={fact.name}>
              <dt>{fact.name}</dt>
              <dd>{fact.value}</dd>
            </div>
          ))}
        </dl>
      )}
      {sheet.texts?.map((text) => (
        <p key={text} style={{ whiteSpace: 'pre-line' }}>
          {text}
        </p>
      ))}
      {sheet.map && <PositionMap map={sheet.map} />}
      {sheet.tables?.map((table) => (
        <Table key={table.title} table={table} />
      ))}
      {sheet.signatures && (
        <div className="sign">
          {sheet.signatures.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </div>
      )}
    </div>
  );
}

/** Prints one sheet as soon as it is drawn. */
export function SheetJob({ sheet, onDone }: { sheet: PrintSheet; onDone(): void }) {
  return (
    <PrintOnce title={`${sheet.title} ${sheet.number}`} pageStyle={SHEET_STYLE} onDone={onDone}>
      <SheetPage sheet={sheet} />
    </PrintOnce>
  );
}
