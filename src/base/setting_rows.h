/* setting_rows.h - the same settings as rows of a table, struct setting, of SETTINGS_STRUCT. */
#define AT(name) offsetof(SETTINGS_STRUCT, name)
#define FIELD_INT(name, value, low, high, help) {#name, SETTING_INT, AT(name), value, low, high, NULL, help},
#define FIELD_REAL(name, value, low, high, help) {#name, SETTING_REAL, AT(name), value, low, high, NULL, help},
#define FIELD_BOOL(name, value, help) {#name, SETTING_BOOL, AT(name), value, 0, 0, NULL, help},
#define FIELD_CHOICE(name, value, choices, help) {#name, SETTING_CHOICE, AT(name), value, 0, 0, choices, help},
#include SETTINGS_DEF
#undef FIELD_INT
#undef FIELD_REAL
#undef FIELD_BOOL
#undef FIELD_CHOICE
#undef AT
#undef SETTINGS_DEF
#undef SETTINGS_STRUCT
