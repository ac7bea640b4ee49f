// This module is browser compatible.

/**
 * The modules that the first view shares with the parts that are loaded later. Every later part imports
 * this list: the bundler makes one file of the modules that the same parts share, so the first view is
 * three files. Without the list they are eight, which queue for the browser's six connections.
 *
 * @module
 */
import "../charts/chart.tsx";
import "../components/boundary.tsx";
import "../components/candidate_text.ts";
import "../components/choice.tsx";
import "../components/copy_link.tsx";
import "../components/key_list.tsx";
import "../components/market_choice.tsx";
import "../components/meaning.tsx";
import "../components/notice.tsx";
import "../components/number_field.tsx";
import "../components/path_link.tsx";
import "../components/pin_button.tsx";
import "../model/field_messages.ts";
import "../model/places.ts";
import "../use_deferred.ts";
import "./workbench/judging.tsx";
import "./workbench/knob_curves.ts";
import "./workbench/signal_charts.tsx";
import "./workbench/stale.ts";
import "./workbench/strategies.ts";
import "./workbench/verify/verified.ts";
