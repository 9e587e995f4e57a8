/* setting_members.h - the settings of a .def file, SETTINGS_DEF, as members of a struct. */
#define FIELD_INT(name, value, low, high, help) int name;
#define FIELD_REAL(name, value, low, high, help) double name;
#define FIELD_BOOL(name, value, help) bool name;
#define FIELD_CHOICE(name, value, choices, help) int name;
#include SETTINGS_DEF
#undef FIELD_INT
#undef FIELD_REAL
#undef FIELD_BOOL
#undef FIELD_CHOICE
#undef SETTINGS_DEF
