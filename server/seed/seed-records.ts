import type { CompanyScope } from '../db/company-scope.ts';
import { quoted } from '../repositories/sql-text.ts';
import type { ServerResource } from '../resources/server-resource.ts';

export interface SeedRecord {
  readonly body: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Each record must pass the validation of the API. */
export async function seedRecords(
  scope: CompanyScope,
  resource: ServerResource,
  records: readonly SeedRecord[],
): Promise<void> {
  const columns = Object.fromEntries(
    resource.spec.fieldNames.map((field) => [
      field,
      resource.references.find((reference) => reference.field === field)?.column ?? field,
    ]),
  );
  const rows = records.map(({ body, createdAt, updatedAt }) => {
    const values = Object.entries(resource.input.parse(body));
    return {
      ...Object.fromEntries(values.map(([field, value]) => [columns[field], value])),
      created_at: createdAt,
      updated_at: updatedAt,
    };
  });
  const names = ['created_at', 'updated_at', ...Object.values(columns)].map(quoted).join(', ');
  const table = quoted(resource.table);
  await scope.query(
    `insert into ${table} (company_id, ${names})
     select $1, ${names} from jsonb_populate_recordset(null::${table}, $2::text::jsonb)`,
    [JSON.stringify(rows)],
  );
}
