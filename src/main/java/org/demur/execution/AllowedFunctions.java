package org.demur.execution;

/** The functions of one engine that a draft may call; names are compared as the engine does. */
interface AllowedFunctions {
    boolean isAllowed(String name);

    /** Whether a function makes one value of many rows, given so many arguments. */
    boolean isAggregate(String name, int arguments);

    /** Whether an aggregate of one argument is the same to the last digit in whatever order. */
    boolean isExact(String name);

    /** Whether rows in another order may give another value, beyond the last digits of a sum. */
    boolean dependsOnOrder(String name);

    /** Whether {@code 'now'} among the arguments means the clock. */
    boolean isDate(String name);

    /**
     * Which argument of a date function is the point in time, from 0; without it the function means
     * the clock.
     */
    int timeArgument(String name);
}
