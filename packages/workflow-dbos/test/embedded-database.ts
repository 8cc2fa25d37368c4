import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

/** Works on the database of a folder that no engine has open. */
export async function withDatabase<Result>(
  folder: string,
  work: (database: PGlite) => Promise<Result>,
): Promise<Result> {
  const database = await PGlite.create(join(folder, 'pg18'));
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
