import type { ColumnType, Generated } from "kysely";

/** `Type` is what Kysely reads and writes. */
interface Column<Type> {
	readonly sqlite: string;
	readonly postgres: string;
	/** SQL after the type: not null, a key, a default. */
	readonly rules: string;
	/** Phantom member for the type. */
	readonly type?: Type | undefined;
}

/** better-auth's format: ISO 8601 in SQLite, a timestamp in Postgres. Written as ISO 8601. */
type Moment = ColumnType<string | Date, string, string>;
/** 0 and 1 in SQLite. */
type Flag = ColumnType<number | boolean, number | boolean, number | boolean>;

function column<Type>(sqlite: string, postgres: string): Column<Type> {
	return { sqlite, postgres, rules: " not null" };
}

// Both databases reject values of another type and compare text bytewise.
export const text = <Type extends string = string>() => column<Type>("text", 'text collate "C"');
export const integer = () => column<number>("integer", "bigint");
/** 32 bits in Postgres. */
export const count = () => column<number>("integer", "integer");
export const bytes = <Type extends Uint8Array = Uint8Array>() => column<Type>("blob", "bytea");
export const moment = () => column<Moment>("date", "timestamptz");
export const flag = () => column<Flag>("integer", "boolean");
export const boolean = () => column<boolean>("integer", "boolean");
export const uuid = () => column<string>("text", "uuid");

export function orNull<Type>(of: Column<Type>): Column<Type | null> {
	return { ...of, rules: "" };
}

export function key<Type>(of: Column<Type>): Column<Type> {
	return { ...of, rules: " not null primary key" };
}

export function once<Type>(of: Column<Type>): Column<Type> {
	return { ...of, rules: " not null unique" };
}

export function byDefault<Type>(of: Column<Type>, value: string | number | boolean): Column<Generated<Type>> {
	const rules = ` not null default ${typeof value === "string" ? `'${value}'` : value}`;
	return { sqlite: of.sqlite, postgres: of.postgres, rules };
}

export type Columns = Readonly<Record<string, Column<unknown>>>;

type Kind = "strict" | "loose" | "postgres";

export class Table<Of extends Columns> {
	readonly columns: Of;
	readonly kind: Kind;
	/** Constraints as in the table, indexes as after `create`. */
	rest: readonly string[] = [];

	constructor(columns: Of, kind: Kind) {
		this.columns = columns;
		this.kind = kind;
	}

	with(...rest: readonly string[]): this {
		this.rest = rest;
		return this;
	}
}

export const table = <Of extends Columns>(columns: Of) => new Table(columns, "strict");
/** SQLite does not enforce types in it. */
export const looseTable = <Of extends Columns>(columns: Of) => new Table(columns, "loose");
/** Created only in Postgres. */
export const postgresTable = <Of extends Columns>(columns: Of) => new Table(columns, "postgres");

export type RowsOf<All> = {
	[Name in keyof All]: All[Name] extends Table<infer Of>
		? { [Each in keyof Of]: Of[Each] extends Column<infer Type> ? Type : never }
		: never;
};
