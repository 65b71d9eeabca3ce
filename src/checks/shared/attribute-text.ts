/** A value as it is written between double quotes in HTML (section 13.1.2.3): `&` and `"` as references. */
export function attributeText(value: string): string {
	return value.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}
