/** `10000` → `10,000`. No locale, so that every build writes the same bytes. */
export function digitGroups(count: number): string {
	return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
