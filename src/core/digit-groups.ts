/** `10000` → `10,000`. No locale, so that every build writes the same bytes. */
export function digitGroups(count: number): string {
	return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** `1 leaf`, `10,000 leaves` */
export function counted(count: number, one: string, many = `${one}s`): string {
	return `${digitGroups(count)} ${count === 1 ? one : many}`;
}
