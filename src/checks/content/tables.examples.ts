import type { CheckExamples } from "../shared/example.ts";

export const tablesExamples: CheckExamples = {
	check: "tables",
	examples: [
		{
			name: "Headers of columns and rows",
			outcome: "pass",
			body: '<table><caption>Prices</caption><tr><th scope="col">Repair</th><th scope="col">Price</th></tr><tr><th scope="row">Joint</th><td>40</td></tr><tr><th scope="row">Spine</th><td>90</td></tr></table>',
		},
		{
			name: "Bold cells in place of headers",
			outcome: "fail",
			body: "<table><caption>Prices</caption><tr><td><b>Repair</b></td><td><b>Price</b></td></tr><tr><td>Joint</td><td>40</td></tr><tr><td>Spine</td><td>90</td></tr></table>",
		},
		{
			name: "A cell that names a header of no table",
			outcome: "partial",
			body: '<table><caption>Prices</caption><tr><th id="repair">Repair</th><th id="price">Price</th></tr><tr><td headers="repair">Joint</td><td headers="cost">40</td></tr></table>',
		},
		{
			name: "Figures under names, without a word in the markup that it is data",
			outcome: "fail",
			body: "<table><tr><td>Format</td><td>Weight</td><td>Price</td></tr><tr><td>Octavo</td><td>120 g</td><td>40</td></tr><tr><td>Folio</td><td>300 g</td><td>90</td></tr></table>",
		},
		{
			name: "Names of rows as headers",
			outcome: "pass",
			body: "<table><tr><th>Format</th><td>Octavo</td></tr><tr><th>Weight</th><td>120 g</td></tr></table>",
		},
		{
			name: "A column without a name",
			outcome: "partial",
			body: "<table><tr><th>Repair</th><th></th></tr><tr><td>Joint</td><td>40</td></tr><tr><td>Spine</td><td>90</td></tr></table>",
		},
		{
			name: "An empty corner above row headers",
			outcome: "pass",
			body: "<table><tr><th></th><th>Price</th></tr><tr><th>Joint</th><td>40</td></tr><tr><th>Spine</th><td>90</td></tr></table>",
		},
		{
			name: "Two columns of text that only lay out",
			outcome: "not-applicable",
			body: "<table><tr><td>Where</td><td>12 Thread Lane, second court</td></tr><tr><td>When</td><td>Tuesday to Saturday</td></tr><tr><td>How</td><td>Ring the bell twice</td></tr></table>",
		},
		{
			name: "A table that only lays out",
			outcome: "not-applicable",
			body: '<table role="presentation"><tr><td>Left</td><td>Right</td></tr><tr><td>Below</td><td>Below</td></tr></table>',
		},
		{ name: "A page without tables", outcome: "not-applicable" },
	],
};
