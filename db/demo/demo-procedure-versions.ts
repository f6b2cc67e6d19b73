import { archiveProcedure } from '#db/protocols/procedures/archive-procedure.ts';
import { rejectProcedure } from '#db/protocols/procedures/sign-off-procedure.ts';
import type { DemoInventory } from './demo-inventory.ts';
import type { DemoWorld } from './demo-world.ts';
import { MethodWriter } from './method-writer.ts';
import {
  COLUMN_EXTRACTION,
  RAPID_LIBRARY,
  SWAB_LYSIS,
  TISSUE_DISRUPTION,
} from './recipes/methods-in-preparation.ts';
import {
  BEAD_CLEANUP,
  QUANTIFICATION,
  QUANTIFICATION_IN_TRIPLICATE,
  SHORT_FRAGMENTS,
  ULTRA_LONG_VERSIONS,
} from './recipes/ultra-long.ts';

/** Write three versions of one method: archived, in use, and approved from a later day; returns the one in use. */
async function putUltraLong(demo: DemoWorld, writer: MethodWriter): Promise<string> {
  const method = { code: 'SOP-UHMW-01', name: 'Ultra-long DNA extraction', batchType: 'EXTRACTION' } as const;
  const sectionsOf = (index: 0 | 1 | 2) => writer.draft('UHMW', ULTRA_LONG_VERSIONS[index].sections);
  const first = await writer.create({ ...method, sections: sectionsOf(0) }, 60);
  await writer.submit(first, ULTRA_LONG_VERSIONS[0].summary, 59);
  await writer.approve(first, 58);
  const more = { requiresTraining: true, competenceMonths: 12 };
  const second = await writer.next(first, { ...method, more, sections: sectionsOf(1) }, 30);
  await writer.submit(second, ULTRA_LONG_VERSIONS[1].summary, 29);
  await writer.approve(second, 28);
  const third = await writer.next(second, { ...method, more, sections: sectionsOf(2) }, 5);
  await writer.submit(third, ULTRA_LONG_VERSIONS[2].summary, 4);
  await writer.approve(third, 3, demo.day(14));
  return second;
}

/** The procedures that flows and protocols in preparation use. */
export interface DemoMethods {
  ultraLong: string;
  rapidLibrary: string;
}

/**
 * Write procedures in the states that those in use do not have, and a library with a section that changed after
 * procedures copied it.
 */
export async function putProceduresInPreparation(
  demo: DemoWorld,
  inventory: DemoInventory,
): Promise<DemoMethods> {
  const writer = new MethodWriter(demo, inventory);
  const quantification = await writer.saveLibrary(QUANTIFICATION, 50);
  const cleanup = await writer.saveLibrary(BEAD_CLEANUP, 50);
  const ultraLong = await putUltraLong(demo, writer);

  const elimination = writer.draft('SRE', SHORT_FRAGMENTS);
  const copies = [
    ...writer.copyOf('SRE', QUANTIFICATION, quantification),
    ...writer.copyOf('SRE', BEAD_CLEANUP, cleanup),
  ];
  const extraction = { batchType: 'EXTRACTION', role: 'LAB_MANAGER' } as const;
  const sections = [...elimination, ...copies];
  await writer.create(
    { ...extraction, code: 'SOP-SRE-01', name: 'Short fragment elimination', sections },
    20,
  );
  await writer.saveLibrary(QUANTIFICATION_IN_TRIPLICATE, 10);

  const columns = { code: 'SOP-COL-01', name: 'Silica column extraction' };
  const column = await writer.create(
    { ...extraction, ...columns, sections: writer.draft('COL', COLUMN_EXTRACTION) },
    70,
  );
  await writer.submit(column, 'The first version, for columns of the old kit.', 69);
  await writer.approve(column, 68);
  const retirement = { procedureId: column, reason: 'The kit is no longer made; use magnetic beads.' };
  await demo.perform(archiveProcedure, retirement, 'LAB_MANAGER', demo.ago(40));

  const preparation = { batchType: 'PREPARATION' } as const;
  const tissueSections = writer.draft('TIS', TISSUE_DISRUPTION);
  const tissue = await writer.create(
    { ...preparation, code: 'SOP-TIS-01', name: 'Tissue disruption', sections: tissueSections },
    11,
  );
  await writer.submit(tissue, 'A bead mill opens tissue that lysis buffer alone leaves intact.', 9);
  const swabSections = writer.draft('SWB', SWAB_LYSIS);
  const swab = await writer.create(
    { ...preparation, code: 'SOP-SWB-01', name: 'Swab lysis', sections: swabSections },
    11,
  );
  await writer.submit(swab, 'The first version of the lysis of buccal swabs.', 10);
  const reason = 'State the temperature and the time of the lysis. Add a field for the time.';
  await demo.perform(rejectProcedure, { procedureId: swab, reason }, 'LAB_RESEARCH_DIRECTOR', demo.ago(8));

  const rapidLibrary = await writer.create(
    {
      code: 'SOP-RBK-R1',
      name: 'Rapid barcoding, screening',
      batchType: 'LIBRARY_PREPARATION',
      research: true,
      role: 'RESEARCH_ASSISTANT',
      more: { sampleInputVolume: '10', outputVolume: '11', negativeControls: 0, noTemplateControls: 1 },
      sections: writer.draft('RBK', RAPID_LIBRARY),
    },
    15,
  );
  return { ultraLong, rapidLibrary };
}
