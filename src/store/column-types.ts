import { type CreateTableBuilder, type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "./database.ts";

/** Both databases refuse values of another type and compare texts byte by byte. */
export function columnTypes(kind: Database["kind"]) {
	return kind === "sqlite"
		? { text: sql`text`, integer: sql`integer`, bytes: sql`blob`, end: sql`strict` }
		: { text: sql`text collate "C"`, integer: sql`bigint`, bytes: sql`bytea`, end: sql`` };
}

/** Makes tables: columns in the order given, none of them null but those that are named so. */
export function tableMaker({ schema }: Kysely<unknown>, { end }: ReturnType<typeof columnTypes>) {
	return (
		name: string,
		columns: Readonly<Record<string, RawBuilder<unknown>>>,
		key?: string,
		nullable: string[] = [],
	) => {
		let made: CreateTableBuilder<string, string> = schema.createTable(name);
		for (const [column, type] of Object.entries(columns))
			made = made.addColumn(column, type, (each) => {
				if (nullable.includes(column)) return each;
				return column === key ? each.primaryKey().notNull() : each.notNull();
			});
		return made.modifyEnd(end);
	};
}
